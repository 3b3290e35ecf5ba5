export { SpecialNeedsSection as SpecialNeeds } from './SpecialNeeds.tsx'
