import {
  MAX_SCORED,
  matchesNameSql,
  matchesPhoneSql,
  type Searchable,
} from '#core/platform/search/server/index.ts'

const name = `lower(o.name || ' ' || coalesce(o.company, ''))`

/**
 * Finds contacts by name, company or telephone at properties the caller may read. The query limits contacts
 * to the caller's scope itself so that the index on properties is used; for each contact shown, row-level
 * security applies once more.
 */
export const searchable: Searchable = {
  kind: 'contact',
  order: 50,
  rows: `select best.contact_id, held.property_id, best.name, concat_ws(' · ', best.company, held.name), best.score
    from (select o.contact_id, o.name, o.company, likeness($1, $4, ${name}) as score from (
        select * from contact o where o.active and (${matchesNameSql(name)} or ${matchesPhoneSql('o.phone')}) and ((select kernel.reads_all()) or o.contact_id in (
          select pc.contact_id from property_contact pc where pc.property_id = any ((select kernel.read_scope())::integer[])))
        limit ${MAX_SCORED}) o order by score desc, o.name limit $2) best
      join lateral (select p.property_id, p.name from property_contact pc
        join property p on p.property_id = pc.property_id where pc.contact_id = best.contact_id
        order by p.property_id limit 1) held on true`,
}
