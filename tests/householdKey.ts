import { householdKey, setHouseholdKey } from '#ground/portfolio/households/server/index.ts'

/** Under which all tests keep households, so that a portal reads what another process has loaded. */
export function giveHouseholdKey(): void {
  process.env.HOUSEHOLD_KEY = 'invented for tests, and for nothing else'
  setHouseholdKey(householdKey(process.env, '/nowhere'))
}
