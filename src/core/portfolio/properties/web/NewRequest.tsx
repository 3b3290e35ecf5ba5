import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { hasPermission } from '#kernel/model/access.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import { getOffers, type Offer } from '../model/offers.ts'
import styles from './property.module.css'
import { getRecordKinds } from './recordKinds.ts'

/**
 * The button that starts a new request at the property. It opens a choice if the user may file several
 * kinds, and renders nothing if the user may file none.
 */
export function NewRequest({ propertyId }: { propertyId: number }) {
  const session = useSession()
  const readOnly = useReadOnly()
  const offered = readOnly
    ? []
    : getRecordKinds().filter(
        ({ permission }) => !permission || hasPermission(session, permission, 'write', propertyId),
      )
  return offered.length > 0 ? <NewRequestButton propertyId={propertyId} offered={offered} /> : null
}

type RequestKinds = { propertyId: number; offered: ReturnType<typeof getRecordKinds> }

function NewRequestButton({ propertyId, offered }: RequestKinds) {
  const navigate = useNavigate()
  const [isChoosing, setIsChoosing] = useState(false)
  const [only, ...more] = offered
  const startRequest = () => {
    if (only && more.length === 0) void navigate(only.to(propertyId))
    else setIsChoosing(true)
  }
  useKeys('Property', [{ key: 'n', label: 'New request', run: startRequest }])
  return (
    <>
      <Button variant="default" onClick={startRequest} aria-keyshortcuts="n">
        {more.length > 0 ? 'New request…' : 'New request'}
      </Button>
      <Modal opened={isChoosing} onClose={() => setIsChoosing(false)} title="New request">
        {isChoosing && <RequestChoices propertyId={propertyId} offered={offered} />}
      </Modal>
    </>
  )
}

/** The kinds of requests that can be started now, and for the others the reason and an alternative. */
function RequestChoices({ propertyId, offered }: RequestKinds) {
  const { data: offers = [], isPending } = useQuery(buildCallQuery(getOffers, { params: { propertyId } }))
  // Show no choices until the server has answered which kinds can be started.
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
      {refused.size > 0 && <RefusedChoices offered={offered} refused={refused} />}
    </>
  )
}

type RefusedKinds = ReadonlyMap<string, Pick<Offer, 'reason' | 'way'>>

const RefusedChoices = ({ offered, refused }: Pick<RequestKinds, 'offered'> & { refused: RefusedKinds }) => (
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
