/** The most reasons that a summary lists. The others are counted. */
const MOST_REASONS = 4

/** Sums up the reasons of refusals, the most frequent first, each with its number of properties. */
export function describeRefusals(refusals: readonly { reason: string | null }[]): string[] {
  const groups = [...Map.groupBy(refusals, ({ reason }) => reason ?? 'No reason is known.')]
  const sorted = groups.toSorted(([, first], [, second]) => second.length - first.length)
  const listed = sorted.slice(0, MOST_REASONS).map(([reason, { length }]) => {
    const places = length === 1 ? 'One property' : `${length} properties`
    return `${places}: ${reason}`
  })
  const others = sorted.slice(MOST_REASONS).reduce((sum, [, { length }]) => sum + length, 0)
  if (others === 0) return listed
  return [
    ...listed,
    others === 1 ? 'One property has another reason.' : `${others} properties have other reasons.`,
  ]
}
