// The draw-and-discard of Thirty-One for boardgame.io: hidden hands, a stock, a discard pile; no scoring.
const shuffled = () => {
  const deck = Array.from({ length: 52 }, (_, i) => i);
  for (let i = 51; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
};

module.exports = {
  name: "draw-and-discard",
  setup: () => {
    const deck = shuffled();
    return { hands: { 0: deck.splice(0, 3), 1: deck.splice(0, 3) }, pile: deck.splice(0, 1), secret: { stock: deck }, stock: 45 };
  },
  playerView: ({ G, playerID }) => {
    const { secret, hands, ...open } = G;
    return { ...open, hand: hands[playerID] || [] };
  },
  moves: {
    draw: {
      client: false,
      move: ({ G, playerID }) => {
        if (G.hands[playerID].length !== 3) return "INVALID_MOVE";
        if (G.secret.stock.length === 0) {
          const top = G.pile.pop();
          G.secret.stock = G.pile.reverse();
          G.pile = [top];
        }
        G.hands[playerID].push(G.secret.stock.pop());
        G.stock = G.secret.stock.length;
      },
    },
    discard: {
      client: false,
      move: ({ G, playerID, events }, index) => {
        if (G.hands[playerID].length !== 4) return "INVALID_MOVE";
        G.pile.push(G.hands[playerID].splice(index, 1)[0]);
        events.endTurn();
      },
    },
  },
};
