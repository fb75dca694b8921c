import {UnsavedTexts} from '../saving/UnsavedTexts.ts'
import type {ScenarioPlan} from './newScenario.ts'

/** A plan as far as it has got. */
export interface PartialPlan extends Omit<ScenarioPlan, 'product'> {
  product?: ScenarioPlan['product'] | undefined
}

/** Plans of scenarios that are not created yet, by the published id of their document. */
export const unsavedPlans = new UnsavedTexts<PartialPlan>()
