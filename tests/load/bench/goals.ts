/** What the product aims at, as CPU of the best peer in the same run divided by ours: `floor` must hold for the JavaScript steps alone (ADR 21). */
export const goals: Readonly<Record<string, { readonly floor: number; readonly goal: number }>> = {
  W1: { floor: 1.1, goal: 2 },
  'W2-file': { floor: 2.5, goal: 8 },
  'W2-tcp': { floor: 1, goal: 5 },
  'W3-file': { floor: 3.5, goal: 8 },
  'W3-http': { floor: 4, goal: 8 },
  'W4-translated': { floor: 2.2, goal: 8 },
  'W4-any': { floor: 2.2, goal: 3.5 },
  W5: { floor: 2.4, goal: 10 },
  W6: { floor: 1.3, goal: 5 },
};
