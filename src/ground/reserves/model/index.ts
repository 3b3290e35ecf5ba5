export { ReserveEntry } from './entities.ts'
export { accountSettings } from './settings.ts'
