import { isFileOfChosenModule } from './chosenCalls.ts'
import type { Drivers } from './ways.ts'

const files = import.meta.glob<{ drivers: Drivers }>('./drivers/*.ts', { eager: true })

/** The drivers of the modules that the suites cover in this run. */
export const chosenDrivers: Drivers = Object.assign(
  {},
  ...Object.entries(files).map(([file, { drivers }]) => (isFileOfChosenModule(file) ? drivers : {})),
)

/** For each workflow, how the tests take its steps. Each file of the folder has the drivers of one module. */
export const drivers: Drivers = Object.assign({}, ...Object.values(files).map((file) => file.drivers))
