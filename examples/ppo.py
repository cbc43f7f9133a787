"""PPO in 40 lines, in the style of CleanRL: a network learns Thirty-One against House. It needs knockroll[train]."""

import torch
from torch import nn

import knockroll.lab


def train(updates: int = 300, envs: int = 512, steps: int = 32, compiled: bool = True, seed: int = 1) -> list[float]:
    """Train, and return the mean reward per hand of every update."""
    torch.manual_seed(seed)
    games = knockroll.lab.vector(
        "thirty_one", envs, seats=2, opponents="House", reward="win", seed=seed, dtype="float32", compiled=compiled
    )
    moves = games.batch.masks.shape[1]
    net = nn.Sequential(
        nn.Linear(games.layout.size, 256), nn.Tanh(), nn.Linear(256, 256), nn.Tanh(), nn.Linear(256, moves + 1)
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)

    def look(rows: torch.Tensor, masks: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        out = net(rows / 13)
        return torch.distributions.Categorical(logits=out[..., :-1].masked_fill(~masks, -1e9)), out[..., -1]

    rows, infos = games.reset()
    means = []
    for _ in range(updates):
        batch = []
        for _ in range(steps):  # the arrays are overwritten by the next step: copy them
            row, mask = torch.tensor(rows), torch.tensor(infos["action_mask"]).bool()
            with torch.no_grad():
                choice, value = look(row, mask)
                action = choice.sample()
            rows, reward, over, _, infos = games.step(action.numpy())
            batch.append(
                (row, mask, action, choice.log_prob(action), value, torch.tensor(reward), torch.tensor(over).float())
            )
        seen, masks, actions, logs, values, rewards, overs = (
            torch.stack(column) for column in zip(*batch, strict=True)
        )
        means.append(float(rewards.sum() / overs.sum().clamp(min=1)))
        with torch.no_grad():
            following = look(torch.tensor(rows), torch.tensor(infos["action_mask"]).bool())[1]
        advantages, last = torch.zeros_like(rewards), torch.zeros(envs)
        for t in reversed(range(steps)):  # generalized advantage estimation; a new hand begins where one is over
            last = rewards[t] + (1 - overs[t]) * (following + 0.95 * last) - values[t]
            advantages[t], following = last, values[t]
        scaled = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(4):
            choice, value = look(seen, masks)
            ratio = (choice.log_prob(actions) - logs).exp()
            gain = torch.min(ratio * scaled, ratio.clamp(0.8, 1.2) * scaled).mean()
            loss = -gain + 0.5 * (advantages + values - value).pow(2).mean() - 0.01 * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
    return means


if __name__ == "__main__":
    for number, mean in enumerate(train(), start=1):
        if number % 20 == 0:
            print(f"update {number}: {mean:+.3f} a hand against House")
