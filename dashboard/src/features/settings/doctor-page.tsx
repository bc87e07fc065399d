export function DoctorPage() {
  return null;
}
