import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { holds } from '#kernel/model/access.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import { getOffers, type Offer } from '../model/offers.ts'
import { begunAtProperty } from './begun.ts'
import styles from './property.module.css'

/**
 * What this person may file at the property: at once where it is one thing, else by choice. Nothing where
 * there is none.
 */
export function NewRequest({ propertyId }: { propertyId: number }) {
  const session = useSession()
  const readOnly = useReadOnly()
  const offered = readOnly
    ? []
    : begunAtProperty().filter(
        ({ permission }) => !permission || holds(session, permission, 'write', propertyId),
      )
  return offered.length > 0 ? <Begin propertyId={propertyId} offered={offered} /> : null
}

type Offered = { propertyId: number; offered: ReturnType<typeof begunAtProperty> }

function Begin({ propertyId, offered }: Offered) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [only, ...more] = offered
  const begin = () => {
    if (only && more.length === 0) void navigate(only.to(propertyId))
    else setAsking(true)
  }
  useKeys('Property', [{ key: 'n', label: 'New request', run: begin }])
  return (
    <>
      <Button variant="default" onClick={begin} aria-keyshortcuts="n">
        {more.length > 0 ? 'New request…' : 'New request'}
      </Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title="New request">
        {asking && <Choices propertyId={propertyId} offered={offered} />}
      </Modal>
    </>
  )
}

/** What can be begun now; of the rest, why it cannot, and what can be done instead. */
function Choices({ propertyId, offered }: Offered) {
  const { data: offers = [], isPending } = useQuery(buildCallQuery(getOffers, { params: { propertyId } }))
  // Nothing is offered before it is known what can be begun.
  if (isPending) return <Skeleton height={240} aria-busy="true" />
  const refused = new Map(offers.filter((offer) => !offer.allowed).map((offer) => [offer.kind, offer]))
  return (
    <>
      <ul className={styles.choices}>
        {offered
          .filter(({ kind }) => !refused.has(kind))
          .map(({ label, to }) => (
            <li key={label}>
              <Button component={Link} to={to(propertyId)} variant="default" fullWidth>
                {label}
              </Button>
            </li>
          ))}
      </ul>
      {refused.size > 0 && <NotNow offered={offered} refused={refused} />}
    </>
  )
}

type Refused = ReadonlyMap<string, Pick<Offer, 'reason' | 'way'>>

const NotNow = ({ offered, refused }: Pick<Offered, 'offered'> & { refused: Refused }) => (
  <>
    <h3>Not now</h3>
    <ul className={styles.choices}>
      {offered.map(({ kind, label }) => {
        const offer = refused.get(kind)
        return (
          offer && (
            <li key={kind}>
              <b>{label}</b>: {offer.reason} {offer.way && <Link to={offer.way.to}>{offer.way.label}</Link>}
            </li>
          )
        )
      })}
    </ul>
  </>
)
