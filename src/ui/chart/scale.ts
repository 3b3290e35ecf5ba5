/** The part of a drawing in which values lie. */
type Room = { height: number; top: number; bottom: number }

/**
 * Returns the distance of each value from the top, so that the lowest is at the bottom and the highest at the
 * top; in the middle if all are equal.
 */
export function getHeights(
  values: readonly number[],
  { height, top, bottom }: Room,
): (value: number) => number {
  const [minimum, maximum] = [Math.min(...values), Math.max(...values)]
  return (value) =>
    height -
    bottom -
    (maximum === minimum ? 0.5 : (value - minimum) / (maximum - minimum)) * (height - top - bottom)
}
