export { reserveSettings } from './settings.ts'
