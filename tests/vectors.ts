import rules from './spec/vectors.json' with { type: 'json' }

/** One worked example of a rule: its input and the expected result. */
export type Vector<Input, Expected> = { input: Input; expected: Expected }

/**
 * The worked examples of one specification rule, for use as a test table. The type
 * parameters are not checked against the JSON file. An unknown rule id throws, so that a mistyped id cannot
 * pass as an empty table.
 */
export function getVectors<Input = unknown, Expected = unknown>(ruleId: string): Vector<Input, Expected>[] {
  const rule = rules.find((candidate) => candidate.id === ruleId)
  if (!rule) throw new Error(`No vectors for rule ${ruleId}`)
  return rule.vectors as unknown as Vector<Input, Expected>[]
}
