import { Button } from '@mantine/core'
import { useNavigate } from 'react-router'
import { OfferButton } from '#engines/review/web/index.ts'
import { useWrite } from '#ui/frame/useWrite.ts'
import { createByAfsId } from '../model/calls.ts'
import { requests } from '../model/requests.ts'

const controllers = ['distributionrequest']

/**
 * The button that begins a request on a statement. If none can be begun, it says why and links to the open
 * one.
 */
export function RequestDistributionButton({
  afsId,
  year,
  propertyId,
}: {
  afsId: number
  year: number
  propertyId: number
}) {
  const write = useWrite(controllers, { quiet: false })
  const navigate = useNavigate()
  const begin = async () => {
    const { distributionRequestId } = await write(
      createByAfsId,
      { params: { afsId } },
      'The request is begun.',
    )
    await navigate(`/DistributionRequest/view/${distributionRequestId}`)
  }
  return (
    <OfferButton
      review={requests}
      begun={{ propertyId, afsId }}
      refusedTitle={`No distribution of ${year} can be asked for now`}
    >
      <Button onClick={() => void begin().catch(() => undefined)}>Ask for a distribution of {year}</Button>
    </OfferButton>
  )
}
