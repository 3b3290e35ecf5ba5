export { CarryAccounts } from './CarryAccounts.tsx'
export { scheduleLines, sentRows } from './formLines.ts'
export { useTies } from './useTies.ts'
