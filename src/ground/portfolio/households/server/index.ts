export { KEY_FILE, loadHouseholdKey as householdKey } from './key.ts'
export {
  openHouseholds as shownHouseholds,
  seal,
  sealHouseholds as sealedHouseholds,
  setHouseholdKey,
  unseal,
} from './seal.ts'
