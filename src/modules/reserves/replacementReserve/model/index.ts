export { perUnit } from './rules.ts'
export { type ReserveRules, reserveSettings } from './settings.ts'
export { account, requestFacts } from './shapes.ts'
