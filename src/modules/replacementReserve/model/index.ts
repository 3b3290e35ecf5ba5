export { reserveSettings } from './settings.ts'
export { account } from './shapes.ts'
