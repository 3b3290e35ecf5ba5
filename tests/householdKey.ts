import { loadHouseholdKey, setHouseholdKey } from '#core/portfolio/households/server/index.ts'

/**
 * Sets the encryption key of households that all test processes share, so that one can read what another has
 * written.
 */
export function setTestHouseholdKey(): void {
  process.env.HOUSEHOLD_KEY = 'invented for tests, and for nothing else'
  setHouseholdKey(loadHouseholdKey(process.env, '/nowhere'))
}
