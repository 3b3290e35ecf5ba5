import { Link } from 'react-router'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { getRestatedYear } from '../model/calls.ts'
import type { RestatedYear } from '../model/views.ts'

/**
 * Shows the distributions decided on last year's statement, with what they would have been as this
 * statement restates it.
 */
export function RestatedYearPart({ afsId }: { afsId: number }) {
  const restated = useCall(getRestatedYear, { params: { afsId } })
  return restated && <RestatedComparison {...restated} />
}

const RestatedComparison = ({ year, filed, restated, decisions, beyond }: RestatedYear) => (
  <Section title={`Distributions of ${year}, restated`}>
    <Facts
      facts={[
        { label: 'Surplus cash as filed', value: formatMoney(filed.surplus) },
        { label: 'Surplus cash restated', value: formatMoney(restated.surplus) },
        { label: 'Available as filed', value: formatMoney(filed.available) },
        { label: 'Available restated', value: formatMoney(restated.available) },
        ...(beyond > 0
          ? [{ label: 'Approved above the restated amount available', value: formatMoney(beyond) }]
          : []),
      ]}
    />
    {decisions.length === 0 ? (
      <p>No distribution was decided on the statement of {year}.</p>
    ) : (
      <ul>
        {decisions.map(({ label, amount, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link> {amount !== null && formatMoney(amount)}
          </li>
        ))}
      </ul>
    )}
  </Section>
)
