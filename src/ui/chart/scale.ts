/** The height of a drawing and its margins. */
type DrawingArea = { height: number; top: number; bottom: number }

/**
 * Returns a function that computes the distance of a value from the top. The lowest value is at the bottom,
 * the highest at the top, and equal values are in the middle.
 */
export function getHeights(
  values: readonly number[],
  { height, top, bottom }: DrawingArea,
): (value: number) => number {
  const [minimum, maximum] = [Math.min(...values), Math.max(...values)]
  return (value) =>
    height -
    bottom -
    (maximum === minimum ? 0.5 : (value - minimum) / (maximum - minimum)) * (height - top - bottom)
}
