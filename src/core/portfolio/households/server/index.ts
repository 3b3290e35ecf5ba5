export { KEY_FILE, loadHouseholdKey } from './key.ts'
export {
  openHouseholds,
  seal,
  sealHouseholds,
  setHouseholdKey,
  unseal,
} from './seal.ts'
