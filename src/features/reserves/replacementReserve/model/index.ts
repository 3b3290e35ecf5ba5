export { type ReserveRules, reserveSettings } from './settings.ts'
export { requestFacts, reserveAccount } from './shapes.ts'
