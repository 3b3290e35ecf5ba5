import rules from './spec/vectors.json' with { type: 'json' }

/** One worked example of a rule: what goes in and what must come out. */
export type Vector<Input, Expected> = { input: Input; expected: Expected }

/**
 * The worked examples of one specification rule, for use as a test table. The caller names the shapes; an
 * unknown rule id throws, so that a mistyped id cannot pass as an empty table.
 */
export function getVectors<Input = unknown, Expected = unknown>(ruleId: string): Vector<Input, Expected>[] {
  const rule = rules.find((candidate) => candidate.id === ruleId)
  if (!rule) throw new Error(`No vectors for rule ${ruleId}`)
  return rule.vectors as unknown as Vector<Input, Expected>[]
}
