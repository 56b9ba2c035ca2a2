/** What the product aims at, as CPU of the best peer in the same run divided by ours: `floor` must hold for the JavaScript steps alone. */
export const goals: Readonly<Record<string, { readonly floor: number; readonly goal: number }>> = {
  W1: { floor: 1.4, goal: 2 },
  'W2-file': { floor: 3, goal: 8 },
  'W2-tcp': { floor: 1.8, goal: 5 },
  'W3-file': { floor: 4.5, goal: 8 },
  'W3-http': { floor: 4, goal: 8 },
  'W4-translated': { floor: 3.5, goal: 8 },
  'W4-any': { floor: 3, goal: 3.5 },
  W5: { floor: 3.5, goal: 10 },
  W6: { floor: 2.5, goal: 5 },
};
