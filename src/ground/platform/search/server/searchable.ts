import type { PermissionKey } from '#kernel/model/access.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'

/** A kind of thing that can be found. */
export type Searchable = {
  /** Unique among all: `property`. The web side of its module says where it leads. */
  kind: string
  /** The position of its results among those of other kinds, the lowest first. */
  order: number
  /**
   * One SELECT of id, property id or null, label, detail and score, without order or limit. `$1` is the text
   * in lower case, `$4` the same as a pattern; `$2` the maximum rows of a kind. `$3` is the number of a
   * record when the text is one, and `$5` the letters before it, `mc` of `MC-12`; `$6` is the digits of a
   * telephone number and `$7` a ZIP code. It runs under row-level security, and narrows tables that have none
   * itself.
   */
  rows: string
  /** Its rows have a sixth column: the address of the result, a path of the app. */
  opens?: boolean
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    searchable?: readonly Searchable[]
  }
}

/**
 * SQL: the name holds the words, or resembles them; written so that a trigram index on the same expression
 * serves both.
 */
export const fits = (name: string): string => `(${name} like $4 or $1 <% ${name})`

/** SQL: the telephone number is the one searched for, or ends as it does. */
export const hasPhone = (phone: string): string =>
  `($6::text is not null and regexp_replace(${phone}, '\\D', '', 'g') like '%' || $6)`

/** SQL: the ZIP code is the one searched for. */
export const inZip = (zip: string): string => `($7::text is not null and ${zip} like $7 || '%')`

/** How well a record fits its own number, as no name does. */
export const EXACT_NUMBER = 9

/** The most of what fits that is weighed: a search that vague is not worth more. */
export const MOST_WEIGHED = 2000

type Numbered = {
  kind: string
  order: number
  entity: AnyEntity
  /** The letters before its numbers. */
  prefix: string
  /** Letters that people write instead, in lower case. */
  also?: readonly string[]
  /** The permission required at the property of a record; null where row-level security suffices. */
  permission: PermissionKey | null
  /** SQL of a record `r`: the address of its screen, and its state in words. */
  path: string
  state: string
}

/** Records of a property, or of a company, by their number: R-12, r 12 or 12. */
export function byNumber({
  kind,
  order,
  entity,
  prefix,
  also = [],
  permission,
  path,
  state,
}: Numbered): Searchable {
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
