export {
  type ComparedInvoice,
  DuplicateMatch,
  type Likeness,
  likeness,
  SOFT_MATCH_DAYS,
} from './duplicates.ts'
