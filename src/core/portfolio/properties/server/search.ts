import { matchesZipSql, type Searchable } from '#core/platform/search/server/index.ts'

/** Finds properties by name, number, address or ZIP code, under the caller's row-level security. */
export const searchable: Searchable = {
  kind: 'property',
  order: 10,
  rows: `with hit as (select property_id, score from find_properties($1, $4, $2)
      union all select property_id, 1 from property where ${matchesZipSql('zip')}),
    best as (select property_id, max(score) as score from hit group by 1)
    select p.property_id, p.property_id, p.name,
      concat_ws(' · ', p.agency_number, (select string_agg(n.lihtc_number, ', ' order by n.position)
        from property_lihtc_number n where n.property_id = p.property_id
          and n.lihtc_number is distinct from p.agency_number), concat_ws(', ', p.address, p.city),
        'formerly ' || (select string_agg(n.name, ', ' order by n.until_day desc nulls last) from property_former_name n
          where n.property_id = p.property_id and lower(n.name) like $4),
        (select string_agg(n.kind || ' ' || n.number, ', ') from property_program_number n
          where n.property_id = p.property_id and lower(n.number) like $4)), f.score
    from best f join property p on p.property_id = f.property_id`,
}
