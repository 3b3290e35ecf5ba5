/** The part of a drawing in which values lie. */
type Room = { height: number; top: number; bottom: number }

/** How far down each value lies, so that the least one is at the bottom and the greatest at the top; in the middle where all are alike. */
export function heightsOf(values: readonly number[], { height, top, bottom }: Room): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)]
  return (value) =>
    height - bottom - (most === least ? 0.5 : (value - least) / (most - least)) * (height - top - bottom)
}
