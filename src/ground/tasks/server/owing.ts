/** SQL: property `p` is active, or its decontrol is not finished. */
export const monitored = '(p.status_id = 0 or (p.status_id = 5 and p.decontrol_status is distinct from 5))'

/**
 * SQL: property `p` files what type `t` is about: as its requirement `r` says, or by its number of units. `threshold` is
 * the place of the number from which a property files.
 */
export const files = (threshold: string): string =>
  `(${monitored} and coalesce(r.required, not t.threshold or p.total_units >= ${threshold}))`
