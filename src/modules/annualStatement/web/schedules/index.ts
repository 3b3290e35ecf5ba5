export { CarryAccounts } from './CarryAccounts.tsx'
export { scheduleHeld } from './held.ts'
export { SchedulePart } from './SchedulePart.tsx'
export { StatementTies, useTies } from './StatementTies.tsx'
