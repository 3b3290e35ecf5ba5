export { type Facts, type Given, type Reckoned, rollForward } from './equity.ts'
