import { TillCorrections } from '../features/exports/TillCorrections.tsx';
import TillCheckPage from '../features/price-lists/till/TillCheckPage.tsx';

export default function TillCheckRoute() {
  return <TillCheckPage corrections={(state) => <TillCorrections {...state} />} />;
}
