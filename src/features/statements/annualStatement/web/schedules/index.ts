export { CarryAccounts } from './CarryAccounts.tsx'
export { getRowsToSend, scheduleLines } from './formLines.ts'
export { useTies } from './useTies.ts'
