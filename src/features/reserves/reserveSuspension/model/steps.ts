import type { Step } from '#kernel/model/workflow.ts'

// The statuses of a suspension after its approval: 5 is the common status Approved, 7 to 9 are its own.
export const ACTIVE = 5
export const BROKEN = 7
export const SIGNATURE = 8
export const REINSTATED = 9

/** The type of document that must be on file before deposits are reinstated after a broken threshold. */
export const SIGNED_AMENDMENT = 'Signed amendment'

const bySystem = { by: 'system', reason: 'none', confirm: '' } as const
const byAgency = { by: 'agency write', from: [ACTIVE] } as const

/** The steps after an approval (domain 12.3). The system takes the first and the last at night. */
export const furtherSteps: readonly Step[] = [
  {
    ...bySystem,
    name: 'breakThreshold',
    label: 'Threshold broken',
    done: 'Threshold found broken',
    from: [ACTIVE],
    to: BROKEN,
  },
  {
    ...byAgency,
    name: 'reportBroken',
    label: 'Report broken threshold',
    done: 'Threshold reported broken',
    to: BROKEN,
    reason: 'optional',
    confirm: 'The company is mailed that too little remains in the reserve.',
  },
  {
    ...byAgency,
    name: 'askSignature',
    label: 'Send amendment to sign',
    done: 'Amendment sent to be signed',
    from: [BROKEN],
    to: SIGNATURE,
    reason: 'optional',
    confirm: 'The letter of reinstatement is drawn up and the company is mailed to sign it and send it back.',
  },
  {
    ...byAgency,
    name: 'reinstate',
    label: 'Reinstate deposits',
    done: 'Deposits reinstated',
    from: [SIGNATURE],
    to: REINSTATED,
    reason: 'optional',
    confirm: 'Deposits fall due again from the first of next month. The company is mailed.',
  },
  {
    ...byAgency,
    name: 'end',
    label: 'End suspension',
    done: 'Suspension ended',
    to: REINSTATED,
    reason: 'required',
    confirm: 'Deposits fall due again from the first of next month. The company is mailed.',
  },
  {
    ...bySystem,
    name: 'endTerm',
    label: 'End of term',
    done: 'Approved months over',
    from: [ACTIVE],
    to: REINSTATED,
  },
]
