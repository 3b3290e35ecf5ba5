import { sql } from 'kysely'
import { reviewWritersSql } from '#engines/review/server/index.ts'

/**
 * SQL: the ids of the agency users who entered data that the rights of a distribution request `r` depend on:
 * its statement, the figures for its property's equity, payments entered or deleted, and years set by hand.
 */
export const writersOfRights = sql<number[]>`(select array_agg(wrote.user_id) from (
    select unnest(${reviewWritersSql('annual_statement', sql`r.afs_id`)}) as user_id
    union select unnest(${reviewWritersSql('equity_figure', sql`r.property_id`)})
    union select unnest(${reviewWritersSql('distribution_payment', sql`r.property_id`)})
    union select h.proposed_by_id from pending_change h
      where h.subject_id = r.property_id and h.kind in ('developmentCost', 'distributionPayment')
      and h.confirmed
    union select b.set_by_id from (select set_by_id from distribution_basis where property_id = r.property_id
      and from_year <= r.year order by from_year desc limit 1) b
    union select y.written_by_id from yearly_distributions_accrued y
      where y.property_id = r.property_id and y.year <= r.year and y.typed) wrote
  where wrote.user_id is not null)`
