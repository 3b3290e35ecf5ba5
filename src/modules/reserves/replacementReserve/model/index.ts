export { computePerUnit as perUnit } from './rules.ts'
export { type ReserveRules, reserveSettings } from './settings.ts'
export { requestFacts, reserveAccount as account } from './shapes.ts'
