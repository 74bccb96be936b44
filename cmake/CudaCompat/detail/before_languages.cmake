# SPDX-License-Identifier: Apache-2.0

# Included by project() before the compilers are tested, so that what is set
# here is what they are tested with.
cudacompat_detail_choose_architectures(cudacompat_detail_changed)
unset(cudacompat_detail_changed)
