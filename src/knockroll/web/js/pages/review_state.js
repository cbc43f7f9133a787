/** What the review beside a replay knows, and what its parts need to be drawn. */

/** @import { Marked } from "../model/review.js" */
/** @import { Review } from "../model/types.js" */

/**
 * @typedef {object} Lesson
 * @property {number} place the number of the mistake, the biggest first
 * @property {string} tried the move that was chosen last; empty before
 * @property {boolean} solved whether it is as good as the best, or the answer was shown
 * @property {boolean} shown whether the answer was shown
 * @property {number|null} before the seat that the game was seen from before; null: all hands were open
 * @property {number} right the positions so far in which a better move was found
 */

/**
 * @typedef {object} ReviewState
 * @property {Review|null} review
 * @property {boolean} isFinal
 * @property {number|null} share the share done while it is under way
 * @property {boolean} waits whether another review has to end first
 * @property {string} trouble
 * @property {number} seat whose decisions are judged
 * @property {AbortController|null} asking
 * @property {Marked} least what is shown: errors from a size on, or swings of luck
 * @property {Lesson|null} lesson the mistake to learn from
 * @property {string} learned what came of learning from all of them; empty before
 */

/** @returns {ReviewState} */
export const noReview = () => ({
  review: null,
  isFinal: false,
  share: null,
  waits: false,
  trouble: "",
  seat: 0,
  asking: null,
  least: "inaccurate",
  lesson: null,
  learned: "",
});

/**
 * @typedef {object} ReviewShown
 * @property {ReviewState} state
 * @property {number} at the step shown
 * @property {number} last the last step
 * @property {(to: number) => void} go
 * @property {number|null} from the seat that the game is seen from; null: all hands are open
 * @property {(from: number|null) => void} look see the game from a seat
 * @property {(hand: number) => void} toHand
 * @property {{one: string, many: string}} round what a hand is called
 * @property {string[]} names of the seats
 * @property {boolean} hasHands whether the chance to win is that with all hands open
 * @property {(seat?: number) => void} begin judge the decisions of a seat, by default the one that is looked from
 * @property {() => void} stop
 */
