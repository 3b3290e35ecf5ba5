export { SpecialNeeds } from './SpecialNeeds.tsx'
