import { REQUIRED } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/**
 * The result of a rule: nothing if it is met, a sentence about the whole record, or sentences about single
 * fields (`items.2.invoiceDate`).
 */
export type RuleResult = false | null | undefined | string | Fault | readonly Fault[]

/**
 * A rule of a filed record as a plain function; browser and server run the same one. `values` is the filed
 * input, in the browser as typed; `detail` is the record as the server last returned it, with the facts that
 * the rule reads.
 */
export type Rule<V, D> = (values: V, detail: D) => RuleResult

/** Rules by their ids. */
export type Rules<V, D> = Readonly<Record<string, Rule<V, D>>>

/** Returns a rule that requires the given fields (VAL-01). */
export const required =
  <V extends object>(...names: readonly (keyof V & string)[]): Rule<V, unknown> =>
  (values) =>
    names.flatMap((field) => (isBlank(values[field]) ? [{ field, message: REQUIRED }] : []))

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

/** Runs all rules and returns every fault. */
export function findReviewFaults<V, D>(rules: Rules<V, D>, values: V, detail: D): Fault[] {
  return Object.values(rules).flatMap((rule): readonly Fault[] => {
    const ruleResult = rule(values, detail)
    if (!ruleResult) return []
    if (typeof ruleResult === 'string') return [{ field: '', message: ruleResult }]
    return 'message' in ruleResult ? [ruleResult] : ruleResult
  })
}
