export { SpecialNeedsSection } from './SpecialNeeds.tsx'
