export { CarryAccounts } from './CarryAccounts.tsx'
export { getRowsToSend as sentRows, scheduleLines } from './formLines.ts'
export { useTies } from './useTies.ts'
