export { ReserveEntry } from './entities.ts'
