export { householdKey, KEY_FILE } from './key.ts'
export { seal, sealedHouseholds, setHouseholdKey, shownHouseholds, unseal } from './seal.ts'
