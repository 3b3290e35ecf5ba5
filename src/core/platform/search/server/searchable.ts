import type { PermissionKey } from '#kernel/model/access.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'

/** A kind of record that can be found. */
export type Searchable = {
  /**
   * The unique name of the kind, such as `property`. The web part of its module provides the path of a
   * result.
   */
  kind: string
  /** The position of its results among those of other kinds, lowest first. */
  order: number
  /**
   * One SELECT of id, property id or null, label, detail and score, without order or limit. Parameters:
   * `$1` the text in lower case, `$2` the maximum rows of a kind, `$3` the number of a record if the text
   * is one, `$4` the text as a LIKE pattern, `$5` the letters before the number (`mc` of `MC-12`), `$6` the
   * digits of a phone number, `$7` a ZIP code. It runs under row-level security, and must itself limit
   * tables that have none.
   */
  rows: string
  /** Whether its rows have a sixth column: the path of the result's screen. */
  opens?: boolean
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    searchable?: readonly Searchable[]
  }
}

/**
 * SQL condition: the name contains the words or resembles them. A trigram index on the same expression
 * serves both.
 */
export const matchesNameSql = (name: string): string => `(${name} like $4 or $1 <% ${name})`

/** SQL condition: the phone number is the one searched for, or ends with it. */
export const matchesPhoneSql = (phone: string): string =>
  `($6::text is not null and regexp_replace(${phone}, '\\D', '', 'g') like '%' || $6)`

/** SQL condition: the ZIP code is the one searched for. */
export const matchesZipSql = (zip: string): string => `($7::text is not null and ${zip} like $7 || '%')`

/** The score of a record that was searched by its own number; higher than that of any name. */
export const EXACT_NUMBER = 9

/** The greatest number of matches that are scored, because a search with more is too vague. */
export const MAX_SCORED = 2000

type NumberedKind = {
  kind: string
  order: number
  entity: AnyEntity
  /** The prefix of its numbers. */
  prefix: string
  /** Other prefixes that people use, in lower case. */
  also?: readonly string[]
  /** The permission required at the property of a record; null if row-level security is enough. */
  permission: PermissionKey | null
  /** SQL for a record `r`: the path of its screen, and its state in words. */
  path: string
  state: string
}

/** Declares records of a property or company that are found by their number: R-12, r 12 or 12. */
export function createNumberSearch({
  kind,
  order,
  entity,
  prefix,
  also = [],
  permission,
  path,
  state,
}: NumberedKind): Searchable {
  const key = snakeCase(entity.key)
  const scope = permission ? `kernel.scope(kernel.actor_id(), '${permission}', 'read')` : 'null::integer[]'
  const ofProperty = 'propertyId' in entity.fields
  const owner = ofProperty ? 'r.property_id' : 'null::integer'
  const nameExpressions = [
    ...(ofProperty
      ? [
          '(select p.name from property p where p.property_id = r.property_id)',
          'kernel.filed_property_name(r.property_id)',
        ]
      : []),
    ...('managementCompanyId' in entity.fields
      ? ['(select c.name from management_company c where c.management_company_id = r.management_company_id)']
      : []),
  ]
  return {
    kind,
    order,
    opens: true,
    rows: `with held as materialized (select ${scope} as properties)
      select r.${key}, ${owner}, '${prefix}-' || r.${key}, '${entity.label} · ' || coalesce(${nameExpressions.join(', ')}) || ' · ' || ${state},
        ${EXACT_NUMBER}::real, ${path}
      from held, ${entity.table} r
      where r.${key} = $3::integer and $5 in (${['', prefix.toLowerCase(), ...also].map((letters) => `'${letters}'`).join(', ')})
        and (held.properties is null or ${owner} = any (held.properties))`,
  }
}
