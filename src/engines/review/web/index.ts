export { analystColumn } from './Analyst.tsx'
export { columnsWith, standingColumns } from './columns.ts'
export { useSelection } from './desk/useDesk.ts'
export {
  columnOfReview,
  hideReviewFact,
  isReviewHidden,
  lineColumnOfReview,
} from './factOfReview.ts'
export { OfferButton } from './Offer.tsx'
export { PropertyScreen } from './PropertyScreen.tsx'
export type {
  FormLines,
  FormProps,
  FormValues,
  ListingOf,
  PagesOf,
  PartProps,
  QueueTab,
  ReviewValues,
} from './pages.ts'
export { getPropertyRecords, getReviewQueue, Queue } from './Queue.tsx'
export { FoundRecord, FreshRecord, Record } from './Record.tsx'
export { getCrumbs } from './words.ts'
