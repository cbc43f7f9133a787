"""PPO in 40 lines, in the style of CleanRL: a network learns Thirty-One against House. It needs knockroll[train]."""

from typing import Any

import torch
from torch import nn

import knockroll.lab


def train(updates: int = 300, envs: int = 512, steps: int = 32, **asked: Any) -> list[float]:
    """Train, and return the mean reward of the hands in every update: 1 for a win, -1 for a loss."""
    torch.manual_seed(1)
    asked = {"opponents": "House", **asked}
    games = knockroll.lab.vector("thirty_one", envs, seats=2, reward="win", dtype="float32", seed=1, **asked)
    outputs = games.batch.masks.shape[1] + 1  # the moves, and what the position is worth
    net = nn.Sequential(nn.Linear(games.layout.size, 128), nn.Tanh(), nn.Linear(128, outputs))
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)

    def look(rows: torch.Tensor, masks: torch.Tensor) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        out = net(rows / 13)
        return torch.distributions.Categorical(logits=out[..., :-1].masked_fill(~masks, -1e9)), out[..., -1]

    rows, infos = games.reset()
    means = []
    for _ in range(updates):
        batch = []
        for _ in range(steps + 1):  # the next step overwrites the arrays: they are copied
            row, mask = torch.tensor(rows), torch.tensor(infos["action_mask"]).bool()
            with torch.no_grad():
                choice, value = look(row, mask)
            action = choice.sample()
            rows, reward, over, _, infos = games.step(action.numpy())
            batch.append((row, mask, action, choice.log_prob(action), value, torch.tensor(reward), torch.tensor(over)))
        seen, masks, actions, logs, values, rewards, overs = map(torch.stack, zip(*batch, strict=True))
        means.append(float(rewards.sum() / overs.sum()))
        advantages = torch.zeros_like(values)  # that of the last step stays 0, so that it teaches nothing
        for t in reversed(range(steps)):  # generalized advantage estimation; after the end of a hand nothing follows
            advantages[t] = rewards[t] + ~overs[t] * (values[t + 1] + 0.95 * advantages[t + 1]) - values[t]
        scaled = advantages / advantages.std()
        for _ in range(4):
            choice, value = look(seen, masks)
            ratio = (choice.log_prob(actions) - logs).exp()
            gain = torch.min(ratio * scaled, ratio.clamp(0.8, 1.2) * scaled).mean()
            loss = (advantages + values - value).pow(2).mean() / 2 - gain - 0.01 * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return means
